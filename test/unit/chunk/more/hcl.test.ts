import { expect, test } from 'vitest';
import { outlineOf } from './outlineOf.ts';

const SAMPLE = `# The network.
terraform {
  required_version = ">= 1.0"
}

/* Where it runs. */
variable "region" {
  type    = string
  default = "eu-west-1"
}

locals {
  name = "a-\${var.region}"
  tags = { Name = local.name }
}

// A server.
resource "aws_instance" "web" {
  ami   = data.aws_ami.ubuntu.id
  count = length(var.zones)
  subnet_id = module.vpc.subnets[0]
  lifecycle {
    create_before_destroy = true
  }
  user_data = <<EOF
echo \${aws_instance.db.id}
EOF
}

data "aws_ami" "ubuntu" {
  owners = ["x"]
}

module "vpc" {
  source = "./modules/vpc"
  cidr   = cidrsubnet(var.cidr, 8, 1)
}

output "ip" { value = aws_instance.web.public_ip }

provider "aws" { region = var.region }
`;

test('definitions and references', async () => {
  expect(await outlineOf('terraform', SAMPLE)).toMatchInlineSnapshot(`
    "
    1-4 object terraform | terraform | "The network."
    6-10 constant region | variable "region" | "Where it runs."
    13-13 constant name | name = "a-\${var.region}"
    14-14 constant tags | tags = { Name = local.name }
    17-28 object aws_instance.web | resource "aws_instance" "web" | "A server."
    30-32 object aws_ami.ubuntu | data "aws_ami" "ubuntu"
    34-37 object vpc | module "vpc"
    39-39 constant ip | output "ip"
    41-41 object aws | provider "aws"
    13: call region of var
    14: call name of local
    19: call ubuntu of aws_ami
    20: call length, call zones of var
    21: call vpc of module
    26: call db of aws_instance
    35: import vpc of ./modules/vpc
    36: call cidrsubnet, call cidr of var
    39: call web of aws_instance
    41: call region of var
    "
  `);
});

test('variables, modules and comments', async () => {
  expect(
    await outlineOf(
      'terraform',
      `variable "region" {
  default = "eu"
}

# Logs.
resource "aws_s3_bucket" "logs" {
  bucket = var.region

  lifecycle {
    prevent_destroy = true
  }
}

module "vpc" {
  source = "./modules/vpc"
}

locals {
  a = 1
}
`,
    ),
  ).toMatchInlineSnapshot(`
    "
    1-3 constant region | variable "region"
    5-12 object aws_s3_bucket.logs | resource "aws_s3_bucket" "logs" | "Logs."
    14-16 object vpc | module "vpc"
    19-19 constant a | a = 1
    7: call region of var
    15: import vpc of ./modules/vpc
    "
  `);
});
